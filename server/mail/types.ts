/** A message for the mail server. */
export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Beside those that every message has. */
  headers?: Record<string, string>;
  /** Constant over all attempts, so a mailbox can detect a repetition; without brackets. */
  messageId: string;
}

/** Response of a mail server; an error is a value, never thrown. */
export interface MailResult {
  /** SMTP code of its last word; null when it said none. */
  statusCode: number | null;
  reply: string;
  error: 'connect_failed' | 'timeout' | 'protocol_error' | 'email_refused' | 'worker_lost' | null;
  /** For our log only. */
  detail: string | null;
}

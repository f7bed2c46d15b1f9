/** The field a mail program sends to end a subscription by one click (RFC 8058). */
export const oneClick = 'List-Unsubscribe';

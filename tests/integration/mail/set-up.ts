import { afterAll } from 'vitest';
import { closeMail } from '#server/mail/transport.server.ts';
import { startMailServer } from './mail-server.ts';

// Setup of test files that send mail: a mail server, named before anything reads the environment.
export const mailServer = await startMailServer();

Object.assign(process.env, {
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'Punctual <notes@punctual.example>',
});

afterAll(async () => {
  closeMail();
  await mailServer.stop();
});

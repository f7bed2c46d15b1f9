import { createServer } from 'node:http';
import { SMTPServer } from 'smtp-server';
import { createCaughtMail } from './caught.ts';
import { listPage, mailPage } from './pages.ts';
import { readMail } from './read-mail.ts';

// The mail server of development: takes every mail, keeps it as a file, sends nothing on.
const { SMTP_PORT = '4025', MAIL_PORT = '4026', MAIL_FOLDER = '.punctual/mail' } = process.env;
const caught = createCaughtMail(MAIL_FOLDER);
const largestMail = 1024 * 1024;

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  size: largestMail,
  closeTimeout: 200,
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      caught.keep({ raw: Buffer.concat(chunks).toString('utf8'), to });
      done();
    });
  },
});
// A client that hangs up in the middle must not end the process; a port in use must.
smtp.on('error', (error) => {
  console.error(error.message);
  if ('syscall' in error && error.syscall === 'listen') process.exit(1);
});
smtp.listen(Number(SMTP_PORT), '127.0.0.1');

const pages = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://mail');
  const result = (status: number, type: string, text: string) =>
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text);
  if (request.method === 'DELETE') caught.forget();
  const to = searchParams.get('to') ?? '';
  const [, id] = /^\/(?:messages|read)\/([\d-]+)$/.exec(pathname) ?? [];
  const raw = id === undefined ? undefined : caught.raw(id);
  if (pathname === '/') result(200, 'text/html', listPage(caught.list(to)));
  else if (pathname === '/messages')
    result(200, 'application/json', JSON.stringify({ messages: caught.list(to) }));
  else if (id === undefined || raw === undefined) result(404, 'text/plain', 'No such mail.\n');
  else if (pathname.startsWith('/read/')) result(200, 'text/html', mailPage({ id, mail: readMail(raw) }));
  else result(200, 'text/plain', raw);
});
pages.listen(Number(MAIL_PORT), '127.0.0.1');

process.on('SIGTERM', () => {
  smtp.close();
  pages.close();
  pages.closeAllConnections();
});

import { expect } from 'vitest';
import { readWireJob } from '#domain/job/job-wire.ts';
import { jobInput } from '#domain/job/job.ts';
import { readDocument } from '#server/transfer/reading/read-document.server.ts';
import { testCases, type ReportedCase } from './cases.ts';

const read = ({ input }: ReportedCase) =>
  readDocument({ text: String(input.text), format: 'yaml', timeZone: 'UTC' });

testCases('file-import', {
  'file-import-01': (reported) => {
    expect(read(reported)).toMatchObject({
      error: {
        line: 2,
        message: expect.stringContaining('Put quotes around a value that begins with *') as string,
      },
    });
  },
  'file-import-03': (reported) => {
    const document = read(reported);
    if ('error' in document) throw new Error(document.error.message);
    const jobs = document.jobs.map(({ value }) => jobInput.parse(readWireJob(value).fields));
    expect(jobs).toMatchObject([{ name: 'no', externalId: '0123', tags: ['1.10', 'on'] }]);
  },
});

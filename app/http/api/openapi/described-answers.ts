import { z } from 'zod';
import type { Described, DescribedAnswer } from '#app/http/api/openapi/declaration.ts';

type Answers = Described['answers'];

/** 200 with data of one shape. */
export const describedResponse = (description: string, data: z.ZodType): Answers => ({
  200: { description, data },
});

/** 200 with a page of rows. */
export const describedPage = (
  description: string,
  row: z.ZodType,
  page: NonNullable<DescribedAnswer['page']> = 'numbered',
): Answers => ({ 200: { description, data: z.array(row), page } });

/** 202: what was asked for has an id, and an address that tells what becomes of it. */
export const accepts = (description: string, executionId: z.ZodType): Answers => ({
  202: { description, data: z.object({ execution_id: executionId }), headers: ['Location'] },
});

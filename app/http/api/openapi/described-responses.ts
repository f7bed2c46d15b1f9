import { z } from 'zod';
import type { Described, DescribedResponse } from '#app/http/api/openapi/declaration.ts';

type Responses = Described['responses'];

/** 200 with data of one shape. */
export const describedResponse = (description: string, data: z.ZodType): Responses => ({
  200: { description, data },
});

/** 200 with a page of rows. */
export const describedPage = (
  description: string,
  row: z.ZodType,
  page: NonNullable<DescribedResponse['page']> = 'numbered',
): Responses => ({ 200: { description, data: z.array(row), page } });

/** 202: the id of the request, and an address with its result. */
export const accepts = (description: string, executionId: z.ZodType): Responses => ({
  202: { description, data: z.object({ execution_id: executionId }), headers: ['Location'] },
});

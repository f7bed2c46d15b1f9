/** HTTP methods of a job, in the order of the form (D12). */
export const httpMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;

export type HttpMethod = (typeof httpMethods)[number];

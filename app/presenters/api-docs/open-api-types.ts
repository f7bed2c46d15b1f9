/** A schema of JSON Schema 2020-12. */
export interface JsonSchema {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
}

/** A reference to a component. */
export interface SchemaReference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  description: string;
  schema: JsonSchema;
}

export interface MediaType {
  schema: JsonSchema;
  example?: unknown;
}

export interface HeaderObject {
  description: string;
  required?: boolean;
  schema: JsonSchema;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, HeaderObject | SchemaReference>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  /** One of them is enough; none: no credential is required. */
  security: Record<string, string[]>[];
  parameters: (Parameter | SchemaReference)[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  /** By status. */
  responses: Record<string, ResponseObject | SchemaReference>;
}

/** The used part of an OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  /** By path, such as /jobs/{id}, under the server's URL. */
  paths: Record<string, Partial<Record<ApiMethod, Operation>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, HeaderObject>;
    responses: Record<string, ResponseObject>;
    securitySchemes: Record<string, Record<string, unknown>>;
  };
}

export type ApiMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

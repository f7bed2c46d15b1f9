import { z } from 'zod';
import { longestTemplate, templateFormats } from '#domain/notifications/template/read-template.ts';

const formats = templateFormats.join(' or ');

/** Body of a webhook channel. `readTemplate` checks it. */
export const templateSchema = z
  .object({
    format: z.enum(templateFormats, { error: `format must be ${formats}.` }).meta({
      description: 'json is sent as application/json, text as text/plain.',
      examples: ['json'],
    }),
    body: z.string({ error: 'body must be a text.' }).meta({
      description: `Text with variables such as {{job.name}}, ${longestTemplate.toLocaleString('en-US')} characters at most.`,
      examples: ['{"summary": "{{event.title}}", "status": {{run.status_code}}}'],
    }),
  })
  .meta({
    id: 'BodyTemplate',
    description: 'Body of a webhook channel in place of the standard one. Ultimate only.',
  });

/** The same as a body gives it; null for the standard body. */
export const givenTemplate = z.strictObject(templateSchema.shape).nullable().optional().meta({
  description:
    'For a webhook on Ultimate: its body; null for the standard one. On another plan, a saved template is kept and the standard body is sent.',
});

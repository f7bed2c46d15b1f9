import type { BodyTemplate } from '#domain/notifications/template/read-template.ts';
import { renderTemplate } from '#domain/notifications/template/render-template.ts';
import {
  exampleValues,
  templateVariables,
  type TemplateValue,
  type TemplateValues,
} from '#domain/notifications/template/template-variables.ts';
import { env } from '#server/env.server.ts';
import { cutJsonBytes } from '#server/notifications/cut-text.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import { messageText, mostTextBytes } from './message-text.server.ts';

/** Bytes of a rendered body: the 100 kB that many servers accept. */
export const mostTemplateBytes = 100_000;

const cutNames = templateVariables.filter(({ kind }) => kind === 'text').map(({ name }) => name);

/** The body of a webhook channel by its own template, at most 100,000 bytes: beyond them, long values are cut. */
export function templateBody({ template, message }: { template: BodyTemplate; message: Message }): string {
  return fitTemplate({ template, values: templateValues(message) });
}

/**
 * Renders a template in at most 100,000 bytes. A template and its values of other kinds are far smaller, so that texts
 * alone are cut, each to the same length.
 */
export function fitTemplate({
  template,
  values,
}: {
  template: BodyTemplate;
  values: TemplateValues;
}): string {
  let most = mostTextBytes;
  for (;;) {
    const body = renderTemplate({
      ...{ template, values: cutValues({ values, most }) },
      most: most === 0 ? Infinity : mostTemplateBytes,
    });
    if (body !== null) return body;
    most = most < 16 ? 0 : Math.floor(most / 2);
  }
}

function cutValues({ values, most }: { values: TemplateValues; most: number }): TemplateValues {
  const cut = cutNames.flatMap((name): [string, TemplateValue][] => {
    const value = values[name];
    return typeof value === 'string' ? [[name, cutJsonBytes({ text: value, most })]] : [];
  });
  return { ...values, ...Object.fromEntries(cut) };
}

/** The values of a message by the names of variables. A test has those of the example for what it is not about. */
export function templateValues(message: Message): TemplateValues {
  const { type, at, title, data, incidentId = null } = message;
  const { rule, job, execution, event, notifications, omitted } = data;
  const { failures, since } = fieldsOf(data['streak']);
  const isAboutNothing = type === 'test';
  return {
    ...(isAboutNothing ? exampleValues : {}),
    ...named({ group: 'job', fields: job }),
    ...named({ group: 'run', fields: execution }),
    ...named({ group: 'event', fields: event }),
    ...(!isAboutNothing && {
      'incident.id': incidentId,
      'incident.failures': toValue(failures),
      'incident.since': toValue(since),
      'incident.url': incidentId === null ? null : `${env().APP_ORIGIN}/dashboard/incidents/${incidentId}`,
    }),
    'event.type': type,
    'event.at': at.toISOString(),
    'event.rule': toValue(rule),
    'event.title': title,
    'event.text': messageText(message),
    'event.count': Array.isArray(notifications) ? notifications.length + Number(omitted ?? 0) : 1,
  };
}

/** The fields of a part of the standard body, each by the name of its variable. */
function named({ group, fields }: { group: string; fields: unknown }): TemplateValues {
  return Object.fromEntries(
    Object.entries(fieldsOf(fields)).map(([name, value]) => [`${group}.${name}`, toValue(value)]),
  );
}

const fieldsOf = (part: unknown): Record<string, unknown> =>
  typeof part === 'object' && part !== null ? (part as Record<string, unknown>) : {};

const toValue = (value: unknown): TemplateValue =>
  typeof value === 'string' || typeof value === 'number' ? value : null;

import { calledHost } from '#domain/called-host.ts';
import { apiStatus } from '#domain/outcome.ts';
import { remedyOf } from '#domain/remedies.ts';
import { statusText } from '#domain/text/status-phrase.ts';
import { lastHops } from '#server/executions/history/last-hops.server.ts';
import { lastResponses } from '#server/executions/history/last-responses.server.ts';
import { decryptVersions } from '#server/executions/ledger/decrypt-versions.server.ts';
import { cutText } from './cut-text.server.ts';
import type { NotificationRow } from './notification-rows.server.ts';

/** Characters of a response a mail shows. */
const longestExcerpt = 200;
const longestUrl = 300;
const masked = '********';

/**
 * Sentences of an email about a failed call: its URL, the beginning of the response, and the remedy. Values of the
 * query are masked, and the stored response has its secrets masked already (027).
 * @returns nothing for an execution that did not fail
 */
export async function failedCallLines({ jobId, execution }: NotificationRow): Promise<string[]> {
  if (!execution) return [];
  const { id, jobVersion, outcome, errorCode, statusCode, verdict } = execution;
  if (apiStatus(outcome) !== 'failed') return [];
  const named = { jobId, version: jobVersion };
  const [versionOf, responses, hops] = await Promise.all([
    decryptVersions([named]),
    // White space goes: more than is shown is read.
    lastResponses({ ids: [Number(id)], chars: longestExcerpt * 5 }),
    lastHops({ executionId: Number(id) }),
  ]);
  const version = versionOf(named);
  const response = responses.get(Number(id));
  const remedy =
    version && errorCode !== null
      ? remedyOf({
          ...{ code: errorCode, statusCode, type: version.type, timeoutSeconds: version.timeoutSeconds },
          ...{ host: calledHost({ url: version.webhookUrl, hops }), redirects: hops.length, verdict },
        })
      : null;
  return [
    version && addressLine(version),
    statusCode === null ? null : responseLine({ statusCode, response }),
    remedy && `What to do: ${remedy.remedy}`,
  ].filter((line) => typeof line === 'string');
}

function addressLine({
  type,
  httpMethod,
  webhookUrl,
}: {
  type: string;
  httpMethod: string;
  webhookUrl: string;
}): string {
  if (type === 'email') return `Email to: ${webhookUrl.replace(/^mailto:/i, '').replace(/\?.*/s, '')}`;
  return `URL: ${httpMethod} ${cutText({ text: maskUrl(webhookUrl), most: longestUrl })}`;
}

/** A URL without its user and password, and with the values of its query masked; variables stay as they are written. */
function maskUrl(url: string): string {
  const [address = '', ...rest] = url.replace(/#.*/s, '').split('?');
  const shown = address.replace(/^(\w+:\/\/)[^/@]*@/, '$1');
  if (rest.length === 0) return shown;
  const query = rest.join('?').split('&');
  return `${shown}?${query.map(maskPair).join('&')}`;
}

function maskPair(pair: string): string {
  const at = pair.indexOf('=');
  if (at < 0) return pair === '' ? '' : masked;
  const value = pair.slice(at + 1);
  const isShown = value === '' || /^\{\{[^{}]+\}\}$/.test(value);
  return isShown ? pair : `${pair.slice(0, at)}=${masked}`;
}

function responseLine({
  statusCode,
  response,
}: {
  statusCode: number;
  response: { body: string; isBinary: boolean } | undefined;
}): string {
  const status = statusText(statusCode);
  if (response?.isBinary) return `Response: ${status}, binary`;
  const text = (response?.body ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (text === '') return `Response: ${status}, without a body`;
  return `Response: ${status}: ${cutText({ text, most: longestExcerpt })}`;
}

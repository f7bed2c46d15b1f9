import { Agent, request } from 'undici';

const agent = new Agent({ keepAliveTimeout: 60_000 });

export type Activities = ReturnType<typeof makeActivities>;

export function makeActivities() {
  return {
    async call({ url, scheduledFor }: { url: string; scheduledFor: string }): Promise<number> {
      const answer = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { 'x-punctual-scheduled-for': scheduledFor, 'content-type': 'application/json' },
        body: JSON.stringify({ hello: 'world' }),
      });
      await answer.body.dump();
      return answer.statusCode;
    },
  };
}

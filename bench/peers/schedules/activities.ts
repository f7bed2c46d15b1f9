import { call } from '../call.ts';

export type Activities = ReturnType<typeof makeActivities>;

export function makeActivities() {
  return {
    call: ({ url, scheduledFor }: { url: string; scheduledFor: string }) =>
      call({ url, instant: Date.parse(scheduledFor) }),
  };
}

export type FireMark = 'shifted' | 'first_of_two' | 'skipped';

export interface NextFire {
  /** UTC milliseconds. */
  at: number;
  mark: FireMark | null;
}

export interface ClockChange extends NextFire {
  text: string;
}

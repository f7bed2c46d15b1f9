export type NextFireMark = 'shifted' | 'first_of_two' | 'skipped';

export interface ShownFire {
  /** UTC milliseconds. */
  at: number;
  mark: NextFireMark | null;
}

export interface ClockChange extends ShownFire {
  text: string;
}

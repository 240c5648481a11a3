/** A schedule whose time has come. */
export interface DueSchedule {
  readonly scheduleId: string;
  readonly projectId: string;
}

export interface DueScheduleRead {
  /** By the database's clock, when it was asked: no process's own clock makes a schedule fire early. */
  readonly now: Date;
  readonly due: readonly DueSchedule[];
  /** How long until the next one is due, in milliseconds; 0 where more may be due already, null where none waits. */
  readonly nextInMs: number | null;
}

/** What firing asks of the schedules that wait. */
export interface DueSchedules {
  /**
   * At most `most` schedules that are due, fairly over projects: one of each, then a second of each, and so on; of more than 512 projects some at a
   * time. `taken` are left out: those that are being fired, or were a moment ago. So are the projects of `busy`; of them more may be due.
   */
  read(most: number, taken: readonly string[], busy?: ReadonlySet<string>): Promise<DueScheduleRead>;
  /** At most `most` schedules of projects of which nothing is due yet but something will be within so many milliseconds. */
  readAhead(withinMs: number, most: number): Promise<readonly string[]>;
}

// The log behind a topic: the events of each channel, and a signal. A signal has no data, because only a read from a position
// decides what comes next. So one that is lost, late or sent twice can neither lose nor double an event.

/** An event as a log keeps it. */
export interface LoggedEvent {
  /** Its place in the channel, in letters, digits, `_` and `-`. Only the log reads it. */
  readonly position: string;
  readonly data: string;
}

/** The state of a channel. */
export interface Bounds {
  /** A random text that changes when the log is emptied, restored, or loses events: positions before that are void. */
  readonly start: string;
  /** The position of the last event, or one before the first event. */
  readonly last: string;
  /**
   * Whether the position that was asked for is known: its event is kept, or is the last one, or it is from before the
   * first event and no event was removed since.
   */
  readonly knows: boolean;
}

/** Where a read begins, and how much it reads: at least one event if there is one. */
export interface ReadFrom {
  readonly start: string;
  readonly after: string;
  readonly events: number;
  readonly bytes: number;
}

/** The events after a position, in their order. */
export interface LogPage {
  readonly events: readonly LoggedEvent[];
  /** Where the next read begins: the position of the last of these events; without any, `after` or a newer position. */
  readonly position: string;
  /** Whether there may be more events. */
  readonly more: boolean;
}

/** The log of a topic: write one for another engine, and pass it to `createTopic`. */
export interface EventLog {
  /** Appends an event. Resolves when the engine has confirmed it: reads and wake-ups of all processes follow. */
  append(channel: string, data: string): Promise<void>;
  /** The state of a channel, and whether it knows a position. Any other text is not known. */
  bounds(channel: string, position?: string): Promise<Bounds>;
  /** Reads events; `undefined` if an event after the position may be missing, or if the log has another start. */
  read(channel: string, from: ReadFrom): Promise<LogPage | undefined>;
  /**
   * Calls `wake` after each event of a channel, and whenever one may have been lost. Resolves when that is certain for
   * all events appended later, with a function that ends it.
   */
  watch(channel: string, wake: () => void): Promise<() => void>;
  /** Ends what the log has opened. */
  close?(): Promise<void> | void;
}

// The error of a subscriber that cannot get every event.

/**
 * A subscription throws it instead of skipping events that are no longer kept, or that the engine has lost. Load the
 * state again, then subscribe again.
 */
export class MissedEventsError extends Error {
  override readonly name = "MissedEventsError";
  readonly code = "missed-events";
  readonly topic: string;
  readonly channel: string;
  /** The id of the last event that the subscriber got, or its position. */
  readonly id: string;

  constructor(topic: string, channel: string, id: string) {
    super(
      `topic "${topic}": events after ${id} are no longer kept: load the state again, then subscribe without \`after\``,
    );
    this.topic = topic;
    this.channel = channel;
    this.id = id;
  }
}

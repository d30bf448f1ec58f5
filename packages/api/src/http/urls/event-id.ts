/** The form of the ids of events, UUIDs of version 7. */
export const EVENT_ID_PATTERN: string =
  '^[\\dA-Fa-f]{8}-[\\dA-Fa-f]{4}-7[\\dA-Fa-f]{3}-[89ABab][\\dA-Fa-f]{3}-[\\dA-Fa-f]{12}$'

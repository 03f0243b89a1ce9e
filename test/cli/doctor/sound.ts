/** What a look at a data folder finds where all is well. */
export const SOUND = {
  stands: 'there',
  on_server: false,
  version: 20,
  known: 20,
  beyond: false,
  last_seen: undefined,
  files_away: false,
} as const

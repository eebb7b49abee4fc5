// The author of an article or a comment in SQL, and points in time as the API has them.

/** A profile as JSON: of the table alias `u`, as the user `$1` sees it. */
export const AUTHOR = `json_build_object('username', u.username, 'bio', u.bio, 'image', u.image,
  'following', exists (select from follows where follower = $1 and followed = u.id))`;

/** A point in time as ISO 8601 in UTC, with milliseconds. */
export function instant(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A statement whose plan is as it must be, though `faultsOfPlan` finds fault with it. */
interface AcceptedPlan {
  /** Matches the text, its blanks made single. */
  readonly statement: RegExp
  readonly why: string
}

export const ACCEPTED_PLANS: readonly AcceptedPlan[] = [
  {
    statement: /INDEXED BY assets_/,
    why: 'Lists by filters and orders: the way is chosen by what was counted before, and a thread of its own goes it.',
  },
  {
    statement: /FROM attachments( x JOIN .*)? WHERE .*field = .* ORDER BY (x\.)?position$/,
    why: 'Sorts what one field of an owner has: 1,000 at most.',
  },
  {
    statement: /FROM attachments WHERE .* GROUP BY asset_id ORDER BY min\(attached_at\)/,
    why: 'Sorts what one owner has: 10,000 at most.',
  },
  {
    statement: /^SELECT 1 FROM (tenants|jobs) LIMIT 1$/,
    why: 'Takes any row: the first ends the walk.',
  },
  {
    statement:
      /^SELECT count\(\*\) AS n FROM \(SELECT 1 FROM uploads INDEXED BY uploads_unfinished .* LIMIT \?\)$/,
    why: 'Counts rows of its partial index, which has only those that are unfinished: 10,000 at most.',
  },
  {
    statement: /^SELECT 1 FROM webhooks WHERE tenant_id = \? AND state = 'enabled' LIMIT 1$/,
    why: 'Takes any of the rows of its partial index, which has only those that are enabled.',
  },
]

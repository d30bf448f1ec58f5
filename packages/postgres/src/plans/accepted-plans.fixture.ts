/** What `faultsOfPlan` finds fault with, though it is as it must be. */
export interface AcceptedPlan {
  /** Matches what the planner was told and the text, its blanks made single. */
  readonly statement: RegExp
  /** Matches the fault. */
  readonly fault: RegExp
  readonly why: string
}

export const ACCEPTED_PLANS: readonly AcceptedPlan[] = [
  {
    statement: /^SET LOCAL enable_seqscan = off/,
    fault: /^(Bitmap Heap Scan|Index Scan|Index Only Scan) assets|^Sort/,
    why: 'Lists by filters and orders: a count made before chooses the plan, and planner settings hold the server to it; see find-plans.test.ts.',
  },
  {
    statement:
      /SELECT \(SELECT count\(\*\) FROM \$schema\.folders f WHERE f\.tenant_id = tenant\.id/,
    fault: /^Index (Only )?Scan folders .*: (all rows of a tenant|a further condition)$/,
    why: 'The total of a page: counts what the list has, from an index where there is one.',
  },
  {
    statement: /SELECT count\(\*\) AS (n|total) FROM \$schema\.keys/,
    fault: /all rows of a tenant$/,
    why: 'The total of a page, and what the limit is compared with: counts what there is, from an index.',
  },
  {
    statement: /ORDER BY k\.tenant_id, k\.created_at, k\.number$/,
    fault: /^Index Scan keys by keys_tenant .*: all rows of a tenant$/,
    why: 'Lists all keys of a tenant, in the order of the index; `page` reads some.',
  },
  {
    statement: /\$schema\.webhooks/,
    fault:
      /^(Index Only Scan webhooks by webhooks_enabled .*: all rows of a tenant|Seq Scan webhooks, .*: the whole table)$/,
    why: 'A tenant has at most 50: whether it has one that is enabled, and how many there are.',
  },
  {
    statement: /SELECT FROM \$schema\.(tenants|jobs)( LIMIT 1|\) ON CONFLICT DO NOTHING)$/,
    fault: /^Seq Scan (tenants|jobs): the whole table$/,
    why: 'Takes any row: the first ends the walk.',
  },
]

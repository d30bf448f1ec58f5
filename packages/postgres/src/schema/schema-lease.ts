import type { Database } from '../connection/database.ts'

/**
 * Takes or renews the right to migrate for `leaseTime` milliseconds. Resolves to `false` when another instance
 * has it. The row of the version names its holder.
 */
export async function takeLease(
  database: Database,
  holder: string,
  leaseTime: number,
): Promise<boolean> {
  const rows = await database.transaction((sql) =>
    sql(
      `UPDATE $schema.schema_version
        SET holder = $1, until = clock_timestamp() + make_interval(secs => $2)
        WHERE one = (SELECT one FROM $schema.schema_version
          WHERE holder IS NULL OR holder = $1 OR until < clock_timestamp()
          FOR UPDATE SKIP LOCKED)
        RETURNING 1`,
      [holder, leaseTime / 1000],
    ),
  )
  return rows.length === 1
}

export async function giveBackLease(database: Database, holder: string): Promise<void> {
  const text = 'UPDATE $schema.schema_version SET holder = NULL, until = NULL WHERE holder = $1'
  await database.transaction((sql) => sql(text, [holder]))
}

/** Keeps renewing the lease while `work` lasts. */
export async function withLeaseRenewal(
  database: Database,
  { holder, leaseTime }: { readonly holder: string; readonly leaseTime: number },
  work: () => Promise<void>,
): Promise<void> {
  const renewal = setInterval(() => {
    // A failed renewal is retried; in the end the guard of the step decides.
    takeLease(database, holder, leaseTime).catch(() => {})
  }, leaseTime / 3)
  try {
    await work()
  } finally {
    clearInterval(renewal)
  }
}

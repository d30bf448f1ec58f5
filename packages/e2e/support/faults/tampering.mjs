import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sqlite } from '@stowage/core/sqlite'
import Database from 'better-sqlite3'

const LAST_VERSION = 'SELECT id FROM versions ORDER BY id DESC LIMIT 1'

const LAST_EVENT = "SELECT max(n) FROM events WHERE type = 'asset.trashed'"
const TWIN_JOB = `INSERT INTO jobs SELECT 'nobody', tenant_id, 'load', NULL, payload, priority, 1, NULL, 0, 0, max_attempts,
  run_at, NULL, 0, NULL, created_at, NULL FROM jobs LIMIT 1`

/**
 * What a store must never look like, in groups. Those of a group do not touch each other, so all are made in one copy of it.
 * Each must be noticed in the list `noticedAs` of a comparison, by a sentence that no other of its group leads to.
 */
export const tamperings = [
  {
    'a missing blob': {
      noticedAs: 'half',
      sentence: /original cannot be read/,
      tamper: async (top) => rm(blobOf(top)),
    },
    'a changed byte': {
      noticedAs: 'half',
      sentence: /original: \d+ of \d+ bytes, or others/,
      async tamper(top) {
        const file = blobOf(
          top,
          'SELECT blob_key FROM assets WHERE size > 0 ORDER BY seq LIMIT 1, 1',
        )
        const bytes = await readFile(file)
        bytes[0] ^= 1
        await writeFile(file, bytes)
      },
    },
    'a lost record': {
      noticedAs: 'lost',
      sentence: /acknowledged, but not there/,
      tamper: async (top) =>
        sql(
          top,
          `DELETE FROM assets WHERE seq = (SELECT max(seq) FROM assets WHERE name NOT LIKE 'owned-%'
            AND id NOT IN (SELECT asset_id FROM versions))`,
        ),
    },
    'a lost folder': {
      noticedAs: 'lost',
      sentence: /^folder .* made, but not there/,
      tamper: async (top) =>
        sql(top, 'DELETE FROM folders WHERE id = (SELECT max(id) FROM folders)'),
    },
    'a folder of another height': {
      noticedAs: 'half',
      sentence: /heights in the tables/,
      tamper: async (top) => sql(top, 'UPDATE folders SET height = height + 1 WHERE height < 32'),
    },
    'a lost version': {
      noticedAs: 'lost',
      sentence: /acknowledged as \[/,
      tamper: async (top) => sql(top, `DELETE FROM versions WHERE id = (${LAST_VERSION})`),
    },
    'a version that cannot be restored': {
      noticedAs: 'half',
      sentence: /its version .* is not whole/,
      tamper: async (top) =>
        rm(blobOf(top, 'SELECT blob_key FROM versions WHERE size > 0 ORDER BY id')),
    },
    'a second asset of uploads of which one is stored': {
      noticedAs: 'wrong',
      sentence: /there twice/,
      tamper: storeTwice,
    },
    'a lost attachment': {
      noticedAs: 'lost',
      sentence: /attached as/,
      tamper: async (top) =>
        sql(top, 'DELETE FROM attachments WHERE key = (SELECT key FROM attachments LIMIT 1)'),
    },
    'an attachment of no asset': {
      noticedAs: 'half',
      sentence: /lost in the attachments/,
      tamper: async (top) =>
        sql(
          top,
          `INSERT INTO attachments SELECT tenant_id, owner_type, owner_id, field, 'none', 1000, attached_at, 'none'
            FROM attachments LIMIT 1`,
        ),
    },
    'a lost event': {
      noticedAs: 'lost',
      sentence: /^the event .* was told/,
      tamper: async (top) => sql(top, `DELETE FROM events WHERE n = (${LAST_EVENT})`),
    },
    'a lost job': {
      noticedAs: 'lost',
      sentence: /^job .* neither there nor done/,
      tamper: async (top) => sql(top, "DELETE FROM jobs WHERE kind = 'load'"),
    },
    'a stray blob': {
      noticedAs: 'leaked',
      sentence: /^file .*!$/,
      tamper: async (top) => writeFile(`${blobOf(top).slice(0, -1)}!`, 'stray'),
    },
    'a reservation left over': {
      noticedAs: 'leaked',
      sentence: /^\d+ reservations/,
      tamper: reserve,
    },
  },
  {
    'assets that changed places with the trash': {
      noticedAs: 'lost',
      sentence: /acknowledged as \[/,
      tamper: async (top) =>
        sql(top, 'UPDATE assets SET trashed_at = CASE WHEN trashed_at IS NULL THEN 1 END'),
    },
    'an event of a change that did not happen': {
      noticedAs: 'half',
      sentence: /^asset.created of .*, which is /,
      tamper: async (top) =>
        sql(
          top,
          `INSERT INTO events (id, tenant_id, at, type, asset_id, created_by, actor, data, is_purged)
            SELECT substr(id, 1, 35) || iif(substr(id, 36) = '0', '1', '0'), tenant_id, at, type, asset_id, created_by, actor, data, 0 FROM events
              WHERE n = (SELECT max(n) FROM events WHERE type = 'asset.created')`,
        ),
    },
    'a job of nobody': {
      noticedAs: 'half',
      sentence: /^1 jobs of nobody/,
      tamper: async (top) => sql(top, TWIN_JOB),
    },
    'attachments in another order': {
      noticedAs: 'lost',
      sentence: /attached as/,
      tamper: async (top) => sql(top, 'UPDATE attachments SET position = 100 - position'),
    },
    'a content that changed places with a version': {
      noticedAs: 'half',
      sentence: /blobKey was/,
      tamper: exchangeContents,
    },
  },
  {
    'events in another order': {
      noticedAs: 'half',
      sentence: /^the feed tells in another order/,
      tamper: async (top) =>
        sql(
          top,
          `UPDATE events SET n = -n WHERE n >= (${LAST_EVENT}) - 1; UPDATE events SET n = 1000000000 + n WHERE n < 0`,
        ),
    },
    'favourites that are none': {
      noticedAs: 'lost',
      sentence: /acknowledged as \[/,
      tamper: async (top) => sql(top, 'UPDATE assets SET is_favourite = 1 - is_favourite'),
    },
    'an asset that fell out of its folder': {
      noticedAs: 'lost',
      sentence: /moved into .*, but in null/,
      tamper: async (top) =>
        sql(
          top,
          'UPDATE assets SET folder_id = NULL WHERE seq = (SELECT max(seq) FROM assets WHERE folder_id IS NOT NULL)',
        ),
    },
    'a kept asset that is pending': {
      noticedAs: 'lost',
      sentence: /kept and trashed as/,
      tamper: async (top) =>
        sql(
          top,
          `UPDATE assets SET pending_until = created_at
            WHERE id = (SELECT id FROM assets WHERE name LIKE 'owned-%' AND pending_until IS NULL LIMIT 1)`,
        ),
    },
  },
]

function sql(top, statement) {
  const database = new Database(path.join(top, 'stowage.db'))
  try {
    return database.exec(statement)
  } finally {
    database.close()
  }
}

async function reserve(top) {
  const metadata = await sqlite({ file: path.join(top, 'stowage.db') }).open()
  await metadata.blobs.reserve(['0'.repeat(32)], { lifetime: 0 })
  await metadata.close()
}

/** As if a content were restored, and the one that it replaces kept, in another order than was told. */
function exchangeContents(top) {
  return sql(
    top,
    `CREATE TEMP TABLE chosen AS SELECT v.id, v.asset_id, v.size, v.facts, v.blob_key, a.size AS now_size,
        a.sha256 AS now_sha256, a.blob_key AS now_key
      FROM versions v JOIN assets a ON a.id = v.asset_id WHERE v.id = (${LAST_VERSION});
    UPDATE assets SET (size, sha256, blob_key) = (SELECT size, facts ->> 'sha256', blob_key FROM chosen)
      WHERE id = (SELECT asset_id FROM chosen);
    UPDATE versions SET (size, facts, blob_key) =
        (SELECT now_size, json_set(facts, '$.sha256', now_sha256, '$.size', now_size), now_key FROM chosen)
      WHERE id = (SELECT id FROM chosen)`,
  )
}

function storeTwice(top) {
  return sql(
    top,
    `CREATE TEMP TABLE twin AS SELECT * FROM assets WHERE name LIKE 'once-%' LIMIT 1;
    UPDATE twin SET id = 'twin', public_file_id = 'twin', external_id = NULL,
      seq = (SELECT max(seq) + 1 FROM assets);
    INSERT INTO assets SELECT * FROM twin`,
  )
}

/** The file that holds something, of an asset unless the query says otherwise. */
function blobOf(top, query = 'SELECT blob_key FROM assets WHERE size > 0 ORDER BY seq') {
  const database = new Database(path.join(top, 'stowage.db'), { readonly: true })
  try {
    const key = database.prepare(query).pluck().get()
    return path.join(top, 'blobs', key.slice(0, 4), key.slice(4, 6), key)
  } finally {
    database.close()
  }
}

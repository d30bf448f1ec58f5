// One table each classifies the answers of the file system, of databases and of S3 services: whether an answer passes
// by itself, and what to do when it does not. A code that is checked outside its table might be judged in two ways.
// Answers that only say what is at a path (ENOENT, EEXIST …) do not count.
import { constants } from 'node:os'
import { codeLines, exceptionsOf, problemsOfCheck } from './exceptions.mjs'

/** Where answers are classified. */
const TABLES = [
  'packages/core/src/errors/system-errors.ts',
  'packages/core/src/errors/refusal.ts',
  'packages/core/src/sqlite/connection/failure.ts',
  'packages/postgres/src/connection/failure.ts',
  'packages/s3/src/bucket/s3-errors.ts',
]

/** Codes for what is at a path, or missing. */
const AT_A_PATH = ['ENOENT', 'EEXIST', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY', 'ELOOP', 'ESRCH']
const SYSTEM = [...Object.keys(constants.errno), 'ENOTFOUND', 'EAI_AGAIN'].filter(
  (code) => !AT_A_PATH.includes(code),
)

/** Each pattern has the code in its first group. */
const ANSWERS = [
  new RegExp(`\\b(${SYSTEM.join('|')})\\b`, 'g'),
  /['"`](SQLITE_[A-Z_]+|ER_[A-Z_]+)['"`]/g,
  /(\berrcode\b)/g,
  // SQLSTATE
  /['"`]((?:\d\d|F0|HV|P0|XX)[0-9A-Z]{3})['"`]/g,
  // S3
  /(httpStatusCode|\bCode [!=]==)/g,
  /['"`]((?:NoSuch|Invalid|Not|Method|Missing|Precondition|Access|Slow|Internal|Service|Request|Quota|Insufficient|Throttl)[a-z]*[A-Z]\w+|SlowDown)['"`]/g,
]

const UNABLE = 'the file system cannot do this: another way is taken at once, and nothing waits'
const NO_TABLE =
  'there is no such table, or another instance has made it: what lies there, no failure'

/** Files that may check for an answer themselves, for which, and why. */
const exceptions = exceptionsOf('check-answers.mjs', {
  'packages/api/src/errors/detail.ts': { EROFS: 'tells in words what the table has judged' },
  'packages/cli/src/doctor/check-folder.ts': { EACCES: 'tells a person of a folder, ends' },
  'packages/cli/src/export/export-assets.ts': { ENAMETOOLONG: 'takes a shorter name at once' },
  'packages/cli/src/program/run-program.ts': { EPIPE: 'the reader of the output has left' },
  'packages/core/src/filesystem/blobs/blob-writer.ts': {
    'EPERM ENOTSUP EOPNOTSUPP ENOSYS EXDEV EMLINK': UNABLE,
  },
  'packages/core/src/filesystem/io/place-new.ts': {
    'EPERM ENOTSUP EOPNOTSUPP ENOSYS EMLINK': UNABLE,
  },
  'packages/core/src/filesystem/io/writable.ts': { 'EINVAL ENAMETOOLONG ENOTSUP ENOSYS': UNABLE },
  'packages/core/src/filesystem/io/write-whole.ts': { 'EINVAL ENOTSUP EOPNOTSUPP ENOSYS': UNABLE },
  'packages/core/src/filesystem/io/write-all.ts': { EFBIG: 'a limit of one file, told as such' },
  'packages/core/src/filesystem/io/when-released.ts': {
    'EPERM EBUSY EACCES': 'on Windows alone, where they mean that another program has the file',
  },
  'packages/from-url/src/rules/resolve-by-dns.ts': {
    'ENODATA ENOTFOUND': 'the name service has no address of a kind: the other kind is asked',
  },
  'packages/import/src/entries/system-reason.ts': { 'EACCES EPERM': 'tells a person, ends' },
  'packages/import/src/systems/database-faults.ts': { SQLITE_NOTADB: 'a database of a person' },
  'packages/import/src/systems/missing-table.ts': {
    'ER_NO_SUCH_TABLE 42P01 ER_BAD_FIELD_ERROR 42703': 'a database of another system',
  },
  'packages/node/src/adapter/request-body.ts': { ECONNRESET: 'makes the error, asks for none' },
  'packages/node/src/serve/listen.ts': {
    'EADDRINUSE EACCES EADDRNOTAVAIL ENOTFOUND': 'of a port or host, when a server starts',
  },
  'packages/postgres/src/schema/migrate.ts': {
    '42P01': NO_TABLE,
    '23505 42710 42P06 42P07 XX000': 'two instances that make one schema collide: five tries',
  },
  'packages/postgres/src/schema/run-step.ts': { '42P07': NO_TABLE },
  'packages/postgres/src/transaction/enter-transaction.ts': { '42P01': NO_TABLE },
})

/** The problems in a file of the product. */
export function answerProblems(where, source) {
  if (TABLES.includes(where)) return []
  return codeLines(source).flatMap(({ line, number }) =>
    ANSWERS.flatMap((pattern) => [...line.matchAll(pattern)].map(([, code]) => code))
      .filter((code) => !exceptions.allow(where, code))
      .map(
        (code) => `${where}:${number} judges ${code}: ask one of the tables of check-answers.mjs`,
      ),
  )
}

/** List entries that no file needs, and mistakes of the check itself. */
export const answerCheckProblems = () => [
  ...exceptions.unused(),
  ...problemsOfCheck(
    'check-answers.mjs',
    (source) => answerProblems('packages/core/src/planted.ts', source),
    { wrong: WRONG, right: RIGHT },
  ),
]

const WRONG = [
  "if (error.code === 'ENOSPC') return later()",
  "case 'EAI_AGAIN':",
  "if (code === 'SQLITE_BUSY') retry()",
  "const PASSING = ['40001']",
  "error.name === 'SlowDown'",
  "error.name === 'NoSuchKey'",
  'error.$metadata.httpStatusCode === 503',
  'if (result.errcode === 5) retry()',
]
const RIGHT = ["if (error.code === 'ENOENT') return null", "const year = '2026'"]

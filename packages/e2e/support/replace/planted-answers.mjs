import { contentOf, etagOf } from './contents.mjs'
import { createHistory } from './history.mjs'
import { wrongOf } from './judge.mjs'

/** Numbers of contents: the one before, and the one that is served. Both are larger than what is sent at once. */
const [OLD, NEW] = [2, 7]

/** Checks that the judge accepts the right answers, and none of those that a store must not give. */
export function checkPlantedAnswers(report) {
  const [old, served] = [contentOf(OLD), contentOf(NEW)]
  const history = createHistory({ updatedAt: '2026-01-01T00:00:00.000000Z' }, OLD)
  history.begin(NEW)
  history.end({ updatedAt: '2026-01-01T00:01:00.000000Z' })
  const wrong = ([answer, asked]) => wrongOf(answer, asked, history, 1) !== null
  const copy = { etag: old.etag, lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT' }
  const whole = { kind: 'whole' }
  const half = served.bytes.length / 2
  const mixed = Buffer.concat([served.bytes.subarray(0, half), old.bytes.subarray(half)])
  const part = { start: 5, end: 50 }
  const unchanged = { status: 304, headers: { etag: old.etag }, bytes: Buffer.alloc(0) }

  const right = [
    [answerOf(served), whole],
    [partOf(served, part), { kind: 'range', ...part }],
    [partOf(served, part), { kind: 'if-range', copy: { etag: served.etag }, ...part }],
    [
      { ...unchanged, status: 412 },
      { kind: 'if-match', copy },
    ],
  ]
  const planted = {
    'bytes of two contents': [{ ...answerOf(served), bytes: mixed }, whole],
    'the ETag of another': [{ ...answerOf(served), bytes: old.bytes }, whole],
    'the content before': [answerOf(old), whole],
    'another length': [withHeaders(answerOf(served), { 'content-length': '17' }), whole],
    'a range of the content before': [partOf(old, part), { kind: 'range', ...part }],
    'a range that goes on with another copy': [
      partOf(served, part),
      { kind: 'if-range', copy, ...part },
    ],
    'an old copy that is new by its ETag': [unchanged, { kind: 'if-none-match', copy }],
    'an old copy that is new by its date': [unchanged, { kind: 'if-modified-since', copy }],
    'the thumbnail of the content before': [
      { status: 200, headers: { etag: etagOf(old.thumbnail) }, bytes: old.thumbnail },
      { kind: 'variant' },
    ],
  }
  const refused = right.filter(wrong).length
  report.check('the judge accepts what is right', refused === 0, `${refused} refused`)
  const missed = Object.keys(planted).filter((name) => !wrong(planted[name]))
  report.check('planted: the judge notices each wrong answer', missed.length === 0, `${missed}`)
}

function answerOf({ bytes, etag }) {
  return { status: 200, headers: { etag, 'content-length': `${bytes.length}` }, bytes }
}

function partOf({ bytes, etag }, { start, end }) {
  const range = `bytes ${start}-${end - 1}/${bytes.length}`
  const headers = { etag, 'content-length': `${end - start}`, 'content-range': range }
  return { status: 206, headers, bytes: bytes.subarray(start, end) }
}

function withHeaders(answer, headers) {
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

const SOME_UUID = '019b3c5e-7a54-7c0e-9d3f-5f1b0a6f4e21'

/** As many items or members as fit this many characters, including commas. */
function many(size: number, piece: (index: number) => string): string {
  const pieces: string[] = []
  for (let length = 0; length < size - 100; length += (pieces.at(-1)?.length ?? 0) + 1) {
    pieces.push(piece(pieces.length))
  }
  return pieces.join()
}

/** By name, bodies of this many bytes, or a few less, that take long to parse, to check or to repeat in an answer. */
export function heavyBodies(size: number): Readonly<Record<string, string>> {
  const names = many(size, (index) => `"a${index}":1`)
  return {
    'an unknown member of escapes': `{"data":{"${'~/'.repeat(size / 2 - 10)}":1}}`,
    'a long unknown member': `{"${'a'.repeat(size - 10)}":1}`,
    'unknown members': `{${names}}`,
    'names of filters': `{"expected":1,"filter":{${names}}}`,
    'names in data': `{"data":{"attributes":{${names}}}}`,
    brackets: '['.repeat(size / 2) + ']'.repeat(size / 2),
    'open brackets': '['.repeat(size),
    'open braces': '{"a":'.repeat(size / 5),
    'a flat list of lists': `[${many(size, () => '[]')}]`,
    ids: `{"asset_ids":[${many(size, (index) => `"x${index}"`)}]}`,
    'one id again and again': `{"asset_ids":[${many(size, () => '"x"')}]}`,
    tags: `{"data":{"type":"upload-tickets","attributes":{"tags":[${many(size, () => '"x"')}]}}}`,
    metadata: `{"data":{"attributes":{"metadata":{${names}}}}}`,
    languages: `{"data":{"type":"assets","id":"${SOME_UUID}","meta":{"alt":{${names}}}}}`,
    numbers: `[${many(size, () => '1e999999')}]`,
    digits: `[${'1'.repeat(size - 2)}]`,
    'links that are passed over': `{"links":[${many(size, () => '{}')}]}`,
    'quotes and backslashes': `{"data":"${'\\"'.repeat(size / 2 - 10)}"}`,
  }
}

/** A body of this many bytes that is read, checked and parsed like any other, and then refused. */
export function plainBody(size: number): string {
  return `{"data":"${'a'.repeat(size - 11)}"}`
}

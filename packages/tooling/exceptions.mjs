/**
 * What a check lets some files have: for each file the words, parted by blanks, with the reason. A word that its file
 * has no more is a problem too, so that no list outlives what it allows.
 */
export function exceptionsOf(check, list) {
  const allowed = new Set()
  for (const [where, words] of Object.entries(list)) {
    for (const word of Object.keys(words).join(' ').split(' ')) allowed.add(`${where} has ${word}`)
  }
  const unused = new Set(allowed)
  return {
    allow(where, word) {
      unused.delete(`${where} has ${word}`)
      return allowed.has(`${where} has ${word}`)
    },
    /** Called after all files. */
    unused: () => [...unused].map((each) => `${check}: the list says that ${each}, and it has not`),
  }
}

/** The lines of a source that are no comments, with their numbers. */
export function codeLines(source) {
  return source
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => !/^\s*(\*|\/\/|\/\*)/.test(line))
}

/**
 * What a check itself gets wrong: it is tried with each run on sources that it must find fault with, and on others that
 * it must not. `problemsOf` gets a source, and says what the check finds in it.
 */
export function problemsOfCheck(check, problemsOf, { wrong, right }) {
  return [
    ...wrong
      .filter((source) => problemsOf(source).length === 0)
      .map((source) => `${check} misses: ${source}`),
    ...right
      .filter((source) => problemsOf(source).length > 0)
      .map((source) => `${check} refuses: ${source}`),
  ]
}

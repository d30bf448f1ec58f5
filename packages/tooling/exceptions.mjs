/**
 * What a check allows in some files: for each file the words, separated by blanks, with the reason. A word that its
 * file no longer has is a problem too, so that no entry outlives its purpose.
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
    /** Call it after all files. */
    unused: () => [...unused].map((each) => `${check}: the list says that ${each}, and it has not`),
  }
}

/** The lines of a source that are not comments, with their numbers. */
export function codeLines(source) {
  return source
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => !/^\s*(\*|\/\/|\/\*)/.test(line))
}

/**
 * Mistakes of a check itself: each run tries it on sources that it must refuse, and on others that it must accept.
 * `problemsOf` gets a source, and returns what the check finds in it.
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

const en = {
  cancel: 'Cancel',
  choose: 'Choose a file…',
  chooseMany: 'Choose files…',
  change: 'Change…',
  remove: 'Remove',
  dialog: 'Choose files',
  required: 'Choose a file.',
}

const WORDS: Readonly<Record<string, typeof en>> = {
  en,
  de: {
    cancel: 'Abbrechen',
    choose: 'Datei wählen …',
    chooseMany: 'Dateien wählen …',
    change: 'Ändern …',
    remove: 'Entfernen',
    dialog: 'Dateien wählen',
    required: 'Wähle eine Datei.',
  },
}

/** The element's few words, in the language of its page. */
export function wordsFor(language: string): typeof en {
  return WORDS[language.toLowerCase().split('-', 1)[0] ?? ''] ?? en
}

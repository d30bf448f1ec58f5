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
  es: {
    cancel: 'Cancelar',
    choose: 'Elegir un archivo…',
    chooseMany: 'Elegir archivos…',
    change: 'Cambiar…',
    remove: 'Quitar',
    dialog: 'Elegir archivos',
    required: 'Elige un archivo.',
  },
  fr: {
    cancel: 'Annuler',
    choose: 'Choisir un fichier…',
    chooseMany: 'Choisir des fichiers…',
    change: 'Changer…',
    remove: 'Retirer',
    dialog: 'Choisir des fichiers',
    required: 'Choisissez un fichier.',
  },
}

/** The element's few words, in the language of its page. */
export function wordsFor(language: string): typeof en {
  return WORDS[language.toLowerCase().split('-', 1)[0] ?? ''] ?? en
}

/** What one check has found. */
export interface Finding {
  /** What was checked, such as `sharp`. */
  readonly about: string
  /** `warning`: it works, but not as well as it could. */
  readonly status: 'ok' | 'warning' | 'error'
  /** What the check found. */
  readonly text: string
  /** What to do about it; `null` when nothing is needed. */
  readonly todo: string | null
}

/** All is well. */
export function fine(about: string, text: string): Finding {
  return { about, status: 'ok', text, todo: null }
}

/** It works, but not as well as it could. */
export function warning(about: string, text: string, todo: string): Finding {
  return { about, status: 'warning', text, todo }
}

/** It does not work. */
export function failing(about: string, text: string, todo: string): Finding {
  return { about, status: 'error', text, todo }
}

import { wordsOf } from '../exit/explain-error.ts'
import { isMissing } from '../target/optional-package.ts'

/** Whether an optional package is installed and works. */
export type PackageState =
  | { readonly state: 'works' }
  | { readonly state: 'missing' }
  | { readonly state: 'broken'; readonly why: string }

/** Tries a package. */
export async function sniffPackage(
  name: string,
  use: () => Promise<unknown>,
): Promise<PackageState> {
  try {
    await use()
    return { state: 'works' }
  } catch (error) {
    return isMissing(error, name) ? { state: 'missing' } : { state: 'broken', why: wordsOf(error) }
  }
}

/** The part of the package that we use; it has no types of its own. */
declare module 'better-sqlite3' {
  const Database: new (
    file: string,
    options?: { readonly readonly?: boolean; readonly fileMustExist?: boolean },
  ) => import('./client.ts').SqliteClient
  export default Database
}

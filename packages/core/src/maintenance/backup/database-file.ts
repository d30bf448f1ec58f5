/** The name of the database in the directory of a store, and in that of its backup. */
export const DATABASE = 'stowage.db'

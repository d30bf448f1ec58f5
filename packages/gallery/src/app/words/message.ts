/** One text, or one for each plural form that `count` may need. `{name}` stands for a value. */
export type Message = string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string })

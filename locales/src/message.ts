import {
  type MessageFormatElement,
  type PluralElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser'

/** What a value must be: a number selects a plural form, a text is inserted as it is, and so may be a number. */
export type ValueKind = 'number' | 'text'

export type Element = MessageFormatElement

/** Parses a message in ICU MessageFormat. HTML has no meaning in it. Throws an Error that says where and what is wrong. */
export function parseMessage(message: string, place = ''): Element[] {
  try {
    return parse(message, { ignoreTag: true })
  } catch (error) {
    throw new Error(place + (error as Error).message)
  }
}

/** Returns the values of a message by name. A value that selects a plural form anywhere is a number. */
export function valuesOf(elements: Element[]): Map<string, ValueKind> {
  const values = new Map<string, ValueKind>()
  for (const element of everyElement(elements)) {
    if (element.type === TYPE.plural) values.set(element.value, 'number')
    else if (element.type === TYPE.argument && !values.has(element.value)) values.set(element.value, 'text')
  }
  return values
}

export function pluralsOf(elements: Element[]): PluralElement[] {
  return [...everyElement(elements)].filter(element => element.type === TYPE.plural)
}

/** The elements of a message, including those within its plural forms. */
export function* everyElement(elements: Element[]): Generator<Element> {
  for (const element of elements) {
    yield element
    if (element.type !== TYPE.plural && element.type !== TYPE.select) continue
    for (const form of Object.values(element.options)) yield* everyElement(form.value)
  }
}

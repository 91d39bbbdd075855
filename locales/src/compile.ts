import { TYPE } from '@formatjs/icu-messageformat-parser'
import type { Catalogue } from './catalogue.ts'
import { directionOf } from './direction.ts'
import { type Element, parseMessage, valuesOf } from './message.ts'

/**
 * Compiles a catalogue to a JavaScript expression, so that the browser needs no parser. Its value is an object with a string for each
 * message without values, and with a function of an object of values for each other message. In a language that is written from right
 * to left, texts in its texts are isolated, because most names have Latin letters.
 */
export function compile(catalogue: Catalogue, language: string): string {
  const isolates = directionOf(language) === 'rtl'
  const messages = Object.entries(catalogue).map(([key, message]) => [key, parseMessage(message)] as const)
  const entries = messages.map(([key, elements]) => {
    const values = valuesOf(elements)
    const text = expression(elements, name =>
      isolates && values.get(name) === 'text' ? `i(v.${name})` : `v.${name}`,
    )
    return `${JSON.stringify(key)}:${values.size > 0 ? `v=>${text}` : text}`
  })
  const object = `{${entries.join(',')}}`
  const functions = [
    ...(messages.some(([, elements]) => elements.some(({ type }) => type === TYPE.plural))
      ? [`r=new Intl.PluralRules(${JSON.stringify(language)}),p=(n,f)=>f["="+n]??f[r.select(n)]??f.other`]
      : []),
    ...(isolates ? ['i=v=>"\\u2068"+v+"\\u2069"'] : []),
  ]
  return functions.length > 0 ? `(()=>{let ${functions.join(',')};return${object}})()` : `(${object})`
}

function expression(elements: Element[], read: (name: string) => string): string {
  const [first, second] = elements
  // Without a text at the beginning, two numbers would be added.
  const start = first?.type === TYPE.argument && second?.type !== TYPE.literal ? ['""'] : []
  return [...start, ...elements.map(element => partOf(element, read))].join('+') || '""'
}

function partOf(element: Element, read: (name: string) => string): string {
  switch (element.type) {
    case TYPE.literal:
      return JSON.stringify(element.value)
    case TYPE.argument:
      return read(element.value)
    case TYPE.plural: {
      const forms = Object.entries(element.options).map(
        ([form, { value }]) => [form, expression(value, read)] as const,
      )
      const [, other] = forms.find(([form]) => form === 'other') ?? []
      const different = forms.filter(([form, text]) => form === 'other' || text !== other)
      return `p(v.${element.value},{${different.map(([form, text]) => `${JSON.stringify(form)}:${text}`).join(',')}})`
    }
    default:
      throw new Error('Only values and plural forms are possible.')
  }
}

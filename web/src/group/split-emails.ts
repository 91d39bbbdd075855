/**
 * Splits a typed or pasted list of addresses at commas, semicolons and white space. Mail programs copy addresses as
 * 'Ana Pavlova <ana@example.com>'. Such names are left out.
 */
export function splitEmails(text: string): string[] {
  return text
    .replace(/"[^"]*"/g, ' ')
    .split(/[,;\t\r\n]/)
    .flatMap(part => part.match(/<([^<>]*)>/)?.[1] ?? part)
    .flatMap(part => part.split(/\s+/))
    .filter(email => email !== '')
}

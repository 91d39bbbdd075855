/**
 * Splits a typed or pasted list of addresses at commas, semicolons and white space.
 * 'Ana Pavlova <ana@example.com>', as mail programs copy it, gives the address alone.
 */
export function splitEmails(text: string): string[] {
  return text
    .replace(/"[^"]*"/g, ' ')
    .split(/[,;\r\n]/)
    .flatMap(part => part.match(/<([^<>]*)>/)?.[1] ?? part)
    .flatMap(part => part.split(/\s+/))
    .filter(email => email !== '')
}

/** Splits at commas, semicolons and white space, and removes names: mail programs copy 'Ana Pavlova <ana@example.com>'. */
export function splitEmails(text: string): string[] {
  return text
    .replace(/"[^"]*"/g, ' ')
    .split(/[,;，；、،؛\t\r\n]/)
    .flatMap(part => part.match(/<([^<>]*)>/)?.[1] ?? part)
    .flatMap(part => part.split(/\s+/))
    .filter(email => email !== '')
}

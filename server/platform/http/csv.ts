/** What a CSV file begins with: without it spreadsheets take the file for their old encoding. */
export const CSV_START = '\ufeff'

/** One line by RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** A cell that begins like a formula would be reckoned by a spreadsheet; an apostrophe makes it text (security R31). */
function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

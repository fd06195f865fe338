/** What a CSV file begins with: without it spreadsheets take the file for their old encoding. */
export const CSV_START = '\ufeff'

/** One line by RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** How a formula begins: also behind blanks, which spreadsheets pass over, and in the full width of East Asian scripts. */
const FORMULA = /^\s*[=+\-@|＝＋－＠]|^[\t\r\n]/u

/** A cell that begins like a formula would be reckoned by a spreadsheet; an apostrophe makes it text (security R31). */
function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && FORMULA.test(text) ? `'${text}` : text
  // The other separators as well: some spreadsheets split a file at them, and would find a formula behind one.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

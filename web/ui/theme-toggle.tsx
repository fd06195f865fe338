import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { barIconClass } from './bar-class.ts'
import { chooseTheme, currentTheme } from './theme.ts'

/** The headers' theme button; both icons are rendered and CSS shows the right one. */
export function ThemeToggle() {
  return (
    <button
      className={barIconClass()}
      type="button"
      aria-label="Switch between light and dark theme"
      onClick={() => chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark')}
    >
      <Moon className="dark:hidden" />
      <Sun className="not-dark:hidden" />
    </button>
  )
}

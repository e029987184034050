import { useHref, useLocation, useNavigate, type NavigateOptions } from 'react-router'

/** Navigates after a call, unless another screen has been opened during the call. */
export function useNavigateFrom() {
  const navigate = useNavigate()
  const here = useHref(useLocation().pathname)
  return (to: string, options?: NavigateOptions) => {
    // The URL changes before React replaces the screen.
    if (window.location.pathname === here) void navigate(to, options)
  }
}

import './styles/tokens.css';
import './styles/page.css';
import './styles/parts.css';
import './styles/form.css';
import './styles/table.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { queryClient } from './data/query-client';
import { beginPage } from './frame/begin-page';
import { Frame } from './frame/frame';
import { consoleRoot } from './session/console-root';
import { openSession } from './session/enter-session';
import { followOtherWindow } from './session/follow-other-window';
import { hasMarker } from './session/marker';
import { listenToOtherWindows } from './session/tell-of-session';
import { CrashNotice } from './shown/crash-notice';

listenToOtherWindows(() => void followOtherWindow());
void openSession();
// Beside that answer, not after it.
if (hasMarker()) beginPage(location.pathname);

const place = document.getElementById('console');
if (place)
  createRoot(place).render(
    <CrashNotice>
      <QueryClientProvider client={queryClient}>
        <Router base={consoleRoot}>
          <Frame />
        </Router>
      </QueryClientProvider>
    </CrashNotice>,
  );

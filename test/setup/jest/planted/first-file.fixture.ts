import { testsThatLeaveTraces } from './traces.fixture';

testsThatLeaveTraces();

// Plain exchanges, checked; the scenario comes from outside as JSON.
import http from 'k6/http';
import { check, sleep } from 'k6';

export const options = {
  scenarios: { plain: JSON.parse(__ENV.SCENARIO) },
  summaryTrendStats: ['p(99)'],
};

export default function () {
  check(http.get(__ENV.URL), {
    right: (response) => response.status === 200 && response.json().id === 4711,
  });
}

export function think() {
  sleep(3600);
}

export function asked() {
  sleep(Math.random() * 5);
  http.get(__ENV.URL);
  sleep(3600);
}

const count = (data, metric, value) => (data.metrics[metric] ? data.metrics[metric].values[value] : 0);

export function handleSummary(data) {
  const figures = {
    exchanges: count(data, 'http_reqs', 'count'),
    failed: count(data, 'checks', 'fails'),
    p99: count(data, 'http_req_duration', 'p(99)'),
    dropped: count(data, 'dropped_iterations', 'count'),
  };
  return { stdout: `figures ${JSON.stringify(figures)}\n` };
}
